/** What the page does with JavaScript: filters of findings. Without it, every finding is visible. */
export const SCRIPT = `'use strict';
const form = document.querySelector('.filters');
if (form) {
  const findings = [...document.querySelectorAll('.finding')];
  const headings = [...document.querySelectorAll('#findings h3, #findings h4')];
  const status = form.querySelector('[role=status]');
  const apply = () => {
    const severities = new Set([...form.querySelectorAll('[name=severity]:checked')].map((one) => one.value));
    const rule = form.elements.rule.value;
    const agent = form.elements.agent.value;
    let shown = 0;
    for (const finding of findings) {
      const { severity, rule: itsRule, agent: itsAgent } = finding.dataset;
      const fits = severities.has(severity) && (rule === '' || rule === itsRule) && (agent === '' || agent === itsAgent);
      finding.hidden = !fits;
      if (fits) shown += 1;
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
    status.textContent = shown + ' of ' + findings.length + ' findings shown';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  apply();
}
`;
