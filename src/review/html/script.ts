/** A page higher than this (px) is long: what is folded on it is closed. */
const HIGHEST = 30_000;

/**
 * What the page does with JavaScript: what scrolls is a stop for the keyboard with a name, and nothing else is; findings
 * can be filtered; what is folded on a long page is closed until it is opened, linked to or printed. Without it, everything is visible.
 */
export const SCRIPT = `'use strict';
const scrollers = document.querySelectorAll('[data-label]');
const stops = () => {
  const scrolling = [...scrollers].map((one) => one.scrollWidth > one.clientWidth);
  for (const [at, one] of scrollers.entries()) {
    const states = { tabindex: '0', role: 'group', 'aria-label': one.dataset.label };
    for (const [name, value] of Object.entries(states))
      if (scrolling[at]) one.setAttribute(name, value);
      else one.removeAttribute(name);
  }
};
const folds = [...document.querySelectorAll('details')];
const fold = (isOpen) => folds.forEach((one) => { one.open = isOpen; });
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  const around = target?.closest('details');
  if (!around) return;
  around.open = true;
  target.scrollIntoView();
};
if (document.documentElement.scrollHeight > ${HIGHEST}) fold(false);
reveal();
addEventListener('hashchange', reveal);
addEventListener('beforeprint', () => fold(true));
document.addEventListener('toggle', () => stops(), true);
addEventListener('resize', stops);
stops();
const form = document.querySelector('.filters');
if (form) {
  const findings = [...document.querySelectorAll('.finding')];
  const headings = [...document.querySelectorAll('#findings h3, #findings h4')];
  const status = form.querySelector('[role=status]');
  const countOf = (finding) => Number(finding.dataset.count ?? 1);
  const total = findings.reduce((sum, one) => sum + countOf(one), 0);
  const apply = () => {
    const severities = new Set([...form.querySelectorAll('[name=severity]:checked')].map((one) => one.value));
    const rule = form.elements.rule.value;
    const agent = form.elements.agent.value;
    let shown = 0;
    for (const finding of findings) {
      const { severity, rule: itsRule, agent: itsAgent } = finding.dataset;
      const fits = severities.has(severity) && (rule === '' || rule === itsRule) && (agent === '' || agent === itsAgent);
      finding.hidden = !fits;
      if (fits) shown += countOf(finding);
    }
    for (const heading of headings) {
      const level = heading.tagName;
      let next = heading.nextElementSibling;
      let any = false;
      let all = false;
      while (next && next.tagName !== 'H3' && !(level === 'H4' && next.tagName === 'H4')) {
        if (next.classList.contains('finding')) {
          all = true;
          any ||= !next.hidden;
        }
        next = next.nextElementSibling;
      }
      heading.hidden = all && !any;
    }
    status.textContent = shown + ' of ' + total + ' findings shown';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  apply();
}
`;
