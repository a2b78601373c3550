/** Boxes of a picture whose arrows stand out; a picture with more of them is an overview of groups. */
const NODES = 64;
const POINTED = ':is(:hover, :focus-within)';

/** What is pointed at or has the focus shows its own arrows, and the others fade. */
const STANDING_OUT = [
  `svg:has(.node${POINTED}) .arrow { opacity: 0.16; }`,
  ...Array.from(
    { length: NODES },
    (_, at) =>
      `svg:has(.n${at}${POINTED}) .e${at} { opacity: 1; } svg:has(.n${at}${POINTED}) .e${at} .line { stroke-width: 3.4; }`,
  ),
].join('\n');

const VARIABLES = `:root {
  --page: #fbfbfa; --surface: #ffffff; --sunken: #f3f4f2; --line: #dcdfdb; --ink: #1c211f; --soft: #545c58;
  --accent: #1f5fa8; --accent-soft: #e8f0fa; --violet: #6a4bb0; --no-gate: #9b1a6a;
  --good: #1a6b3c; --good-soft: #e6f4ea; --bad: #b3261e; --bad-soft: #fdecea; --open: #8a5300; --open-soft: #fdf3dc;
  --read: #4a6572; --change: #1f5fa8; --destructive: #b3261e; --outward: #a5460a; --unknown: #5d5f6b;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --surface: #1b1f23; --sunken: #22272c; --line: #363d44; --ink: #e8eaec; --soft: #a9b1b8;
    --accent: #8ab8f2; --accent-soft: #1e2d40; --violet: #bda6f5; --no-gate: #ff8fcb;
    --good: #7fd19b; --good-soft: #16301f; --bad: #ff9a91; --bad-soft: #3a1b19; --open: #f0c069; --open-soft: #33270f;
    --read: #a3b9c4; --change: #8ab8f2; --destructive: #ff9a91; --outward: #ffb27a; --unknown: #b4b6c2;
  }
}
`;

const PICTURES = `svg text { font-family: var(--sans); fill: var(--ink); }
svg .frame { fill: var(--sunken); stroke: var(--line); }
svg .area { fill: none; stroke: var(--soft); stroke-width: 1.4; stroke-dasharray: 8 4; }
svg .area.own { stroke: var(--good); } svg .area.operator { stroke: var(--accent); } svg .area.third { stroke: var(--open); } svg .area.traces { stroke: var(--violet); }
svg .area-name { font-size: 12px; font-weight: 600; fill: var(--soft); }
svg .outside .body { stroke-dasharray: 2 3; }
svg .around { font-size: 12px; fill: var(--soft); }
svg .cluster { fill: none; stroke: var(--soft); stroke-dasharray: 3 4; }
svg .body { fill: var(--surface); stroke: var(--soft); stroke-width: 1.2; }
svg .server .body { stroke-dasharray: none; fill: var(--accent-soft); stroke: var(--accent); }
svg .missing .body { stroke-dasharray: 4 4; } svg .subagents .body { stroke: var(--violet); stroke-dasharray: 7 4; }
svg .box.toxic .body { stroke: var(--bad); stroke-width: 2.4; }
svg .rule { stroke: var(--line); }
svg .name { font-size: 14px; font-weight: 620; }
svg .about { font-size: 12px; fill: var(--soft); } svg .about.bad { fill: var(--bad); font-weight: 600; } svg .about.no-gate { fill: var(--no-gate); font-weight: 600; }
svg .tool { font-family: var(--mono); font-size: 12px; }
svg .effect { font-size: 12px; font-weight: 560; }
svg .effect.read { fill: var(--read); } svg .effect.change { fill: var(--change); } svg .effect.destructive { fill: var(--destructive); }
svg .effect.outward { fill: var(--outward); } svg .effect.unknown { fill: var(--unknown); }
.mark { stroke-width: 1.8; }
.mark.read { fill: none; stroke: var(--read); } .mark.change { fill: none; stroke: var(--change); }
.mark.destructive { fill: var(--destructive); stroke: var(--destructive); } .mark.outward { fill: var(--outward); stroke: var(--outward); stroke-width: 1; }
.mark.unknown { fill: none; stroke: var(--unknown); stroke-dasharray: 2 2; }
.way { stroke-width: 1.8; stroke: var(--soft); } .way-end { fill: var(--soft); }
.way.ungated { stroke: var(--no-gate); stroke-width: 2.2; } .way-end.ungated, .no-gate { fill: var(--no-gate); }
.way-target { stroke: var(--soft); stroke-width: 2.2; }
.way.gated, .way.claimed { stroke: var(--good); } .way-end.gated, .way-end.claimed { fill: var(--good); }
.way.claimed { stroke-dasharray: 4 3; } .gate.claimed { stroke-dasharray: 3 2.4; }
.gate { fill: var(--surface); stroke-width: 1.8; stroke: var(--good); } .gate.unknown { stroke: var(--open); stroke-dasharray: 3 2; }
.gate-sign { font-size: 12px; font-weight: 700; } svg .gate-sign { fill: var(--open); }
.person { fill: var(--good); }
.toxic-row { fill: var(--bad-soft); } .alarm { fill: var(--bad); }
.arrow .line { fill: none; stroke-width: 1.8; }
.arrow.handoff .line { stroke: var(--accent); } .arrow.handoff .tip { fill: var(--accent); }
.arrow.delegation .line { stroke: var(--violet); stroke-dasharray: 7 5; } .arrow.delegation .tip { fill: var(--violet); }
.arrow.server .line { stroke: var(--soft); stroke-width: 1.3; } .arrow.server .tip { fill: var(--soft); }
.arrow.toxic .line { stroke: var(--bad); stroke-width: 2.6; } .arrow.toxic .tip { fill: var(--bad); }
svg a:focus-visible { outline: none; } svg a:focus-visible .body { stroke: var(--accent); stroke-width: 3; }
.node .name, .node .about { pointer-events: none; }
${STANDING_OUT}
`;

/** The style of a picture that is a file of its own. */
export const PICTURE_STYLE = `
${VARIABLES}${PICTURES}svg { background: var(--page); }
`;

/** The style of the page: system fonts, light and dark by the reader's setting, and print. */
export const STYLE = `
${VARIABLES}* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 var(--sans); overflow-wrap: anywhere; }
header, nav ol, main { max-width: 1280px; margin: 0 auto; padding-left: 32px; padding-right: 32px; }
header { padding-top: 28px; padding-bottom: 12px; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.012em; margin: 0; }
header p { margin: 6px 0 0; color: var(--soft); font-size: 0.9375rem; }
nav { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); }
nav ol { display: flex; gap: 4px 16px; list-style: none; margin: 0 auto; padding-top: 8px; padding-bottom: 8px; overflow-x: auto; }
nav a { color: var(--soft); text-decoration: none; font-size: 0.875rem; white-space: nowrap; padding: 4px 0; display: inline-block; }
nav a:hover, nav a:focus-visible { color: var(--accent); text-decoration: underline; text-underline-offset: 4px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
main a code { color: inherit; }
h3 a, h4 a, main a.place { color: inherit; }
a.place:not(:hover) { text-decoration: none; }
article:target, tr:has(:target), h3:target { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; z-index: 3; background: var(--surface); padding: 8px 12px; color: var(--accent); }
section { padding: 28px 0 20px; border-bottom: 1px solid var(--line); }
section:last-child { border-bottom: 0; }
h2 { font-size: 1.375rem; line-height: 1.25; font-weight: 640; letter-spacing: -0.008em; margin: 0 0 16px; }
h3 { font-size: 1.0625rem; font-weight: 620; margin: 28px 0 10px; }
h4 { font-size: 0.9375rem; font-weight: 620; margin: 20px 0 8px; color: var(--soft); }
h3 code, h4 code { font-size: 0.94em; background: none; padding: 0; }
p { margin: 0 0 10px; max-width: 78ch; }
ul { margin: 0 0 14px; padding-left: 1.2em; max-width: 92ch; }
li { margin: 3px 0; }
.many { columns: 3 18em; column-gap: 2.5em; max-width: none; }
.many li { break-inside: avoid; }
#frameworks p { max-width: none; font-size: 0.875rem; }
.strong { font-size: 1.125rem; font-weight: 600; line-height: 1.45; }
.note { color: var(--soft); font-size: 0.9375rem; }
code { font: 0.875em/1.45 var(--mono); background: var(--sunken); padding: 1px 5px; border-radius: 4px; }
.long { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; max-width: 60ch; }
.line { display: block; }
.line + .line { margin-top: 4px; }
.cards { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; margin: 0 0 22px; }
.card { background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 10px; padding: 16px 20px 12px; }
.card.good { border-left-color: var(--good); }
.card.bad { border-left-color: var(--bad); }
.card.open { border-left-color: var(--open); }
.card h3 { margin: 0 0 6px; font-size: 0.875rem; font-weight: 600; color: var(--soft); }
.card p { margin: 0 0 6px; font-size: 0.9375rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.card .lead { font-size: 1.125rem; line-height: 1.4; font-weight: 560; -webkit-line-clamp: 4; }
.card.dense p { margin-bottom: 3px; }
.card.dense p:not(.lead) { -webkit-line-clamp: 1; }
.card .term { display: block; }
.card .line { display: inline-block; margin: 0 10px 0 0; }
.badge { display: inline-flex; align-items: center; gap: 6px; font-size: 0.875rem; font-weight: 560; padding: 1px 8px; border-radius: 20px; background: var(--sunken); color: var(--soft); }
.badge.good, .badge.gated, .badge.recommended { background: var(--good-soft); color: var(--good); }
.badge.ungated { background: var(--sunken); color: var(--no-gate); }
.badge.claimed { background: none; color: var(--good); outline: 1px dashed var(--good); outline-offset: -1px; }
.badge.bad, .badge.error, .badge.excluded { background: var(--bad-soft); color: var(--bad); }
.badge.open, .badge.gate-unknown, .badge.warning, .badge.candidate { background: var(--open-soft); color: var(--open); }
.badge.info { background: var(--accent-soft); color: var(--accent); }
.badge.read, .badge.change, .badge.destructive, .badge.outward, .badge.unknown { background: none; padding: 0; }
.badge.read { color: var(--read); } .badge.change { color: var(--change); } .badge.destructive { color: var(--destructive); }
.badge.outward { color: var(--outward); } .badge.unknown { color: var(--unknown); }
.shape { flex: none; }
.scroll { overflow-x: auto; margin: 0 0 18px; }
summary { cursor: pointer; font-weight: 560; padding: 6px 0; }
details { border-top: 1px solid var(--line); }
details[open] > summary { margin-bottom: 6px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; background: var(--surface); }
caption { text-align: left; color: var(--soft); font-size: 0.875rem; padding: 0 0 6px; }
th, td { text-align: left; vertical-align: top; padding: 7px 12px; border: 1px solid var(--line); min-width: 8em; }
th code, td code, .badge, #cost td { overflow-wrap: break-word; }
thead th { overflow-wrap: normal; }
thead th { background: var(--sunken); font-weight: 600; font-size: 0.875rem; }
tbody th { font-weight: 560; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 22px; list-style: none; padding: 12px 16px; margin: 0 0 8px; max-width: none; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.legend li { display: inline-flex; align-items: center; gap: 7px; font-size: 0.875rem; color: var(--soft); margin: 0; }
.pictures { display: flex; flex-wrap: wrap; gap: 14px 22px; align-items: flex-start; margin-bottom: 20px; }
.pictures figure, .pictures .boxes { max-width: 100%; }
.pictures .boxes { flex: 1 0 100%; }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--soft); font-size: 0.875rem; }
figure .scroll { margin-bottom: 6px; }
.topology svg { display: block; max-width: none; }
.boxes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 370px), 1fr)); gap: 14px; margin-bottom: 20px; }
.box-in-full svg { max-width: 100%; height: auto; }
${PICTURES}.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 12px 24px; padding: 12px 16px; margin: 0 0 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; font-size: 0.9375rem; }
.filters[hidden] { display: none; }
.filters fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: 6px 16px; align-items: center; flex-wrap: wrap; min-width: 0; }
.filters legend { float: left; padding: 0; margin-right: 12px; font-weight: 600; }
.filters label { display: inline-flex; gap: 7px; align-items: center; max-width: 100%; }
.filters select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--soft); border-radius: 6px; padding: 4px 6px; max-width: min(22em, 60vw); }
.filters p { margin: 0; color: var(--soft); }
.finding { background: var(--surface); border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 10px; padding: 14px 18px 8px; margin: 0 0 14px; }
.finding.error { border-left-color: var(--bad); } .finding.warning { border-left-color: var(--open); } .finding.info { border-left-color: var(--accent); }
.finding .head { margin: 0 0 6px; max-width: none; display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.finding .place, .finding .agent { color: var(--soft); font-size: 0.875rem; }
.finding .message { font-weight: 560; max-width: none; }
@media (min-width: 1000px) {
  .finding .body { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 0 24px; align-items: start; }
  .finding .body dl:first-child { grid-column: 1 / -1; }
}
pre { font: 0.8125rem/1.55 var(--mono); background: var(--sunken); border-radius: 8px; padding: 10px 14px; margin: 0 0 10px; overflow-x: auto; white-space: pre; }
.diff { white-space: pre-wrap; }
.diff ins { color: var(--good); text-decoration: none; }
.diff del { color: var(--bad); text-decoration: none; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: 5.4em minmax(0, 1fr); gap: 0 12px; padding: 3px 0; font-size: 0.9375rem; }
dt { color: var(--soft); } dd { margin: 0; }
#sign-off td:empty { min-width: 9em; height: 3.4em; }
@media (max-width: 720px) {
  header, nav ol, main { padding-left: 16px; padding-right: 16px; }
  h1 { font-size: 1.375rem; }
  .cards { grid-template-columns: minmax(0, 1fr); }
  .card p, .card .lead, .card.dense p:not(.lead) { -webkit-line-clamp: none; }
  dl > div { grid-template-columns: minmax(0, 1fr); }
  th, td { padding: 7px 10px; }
  #glance td, td:has(.line) { min-width: 15em; }
}
@media print {
  :root {
    --page: #fff; --surface: #fff; --sunken: #f4f4f2; --line: #ccc; --ink: #111; --soft: #4a4a4a;
    --accent: #1f5fa8; --accent-soft: #eef4fb; --violet: #6a4bb0; --no-gate: #9b1a6a; --good: #1a6b3c; --good-soft: #eef7f0; --bad: #b3261e; --bad-soft: #fdf0ee;
    --open: #8a5300; --open-soft: #fdf6e6; --read: #4a6572; --change: #1f5fa8; --destructive: #b3261e; --outward: #a5460a; --unknown: #5d5f6b;
    color-scheme: light;
  }
  @page { margin: 13mm; }
  body { font-size: 9.5px; line-height: 1.4; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  nav, .skip, .filters { display: none; }
  header, main { max-width: none; padding: 0; }
  section { padding: 10px 0 6px; }
  h1 { font-size: 18px; } h2 { font-size: 14px; margin-bottom: 6px; } h3 { font-size: 11px; margin: 8px 0 4px; } h4 { font-size: 10px; margin: 6px 0 3px; }
  h2, h3, h4, caption { break-after: avoid; }
  p { margin-bottom: 4px; } ul { margin-bottom: 5px; } li { margin: 1px 0; }
  .strong, .card .lead { font-size: 11px; }
  .finding .body { display: block; }
  #frameworks { columns: 2; column-gap: 18px; } #frameworks h2, #frameworks .scroll { column-span: all; }
  #migration { columns: 2; column-gap: 18px; } #migration h2, #migration > .note { column-span: all; }
  #frameworks p, #frameworks li { font-size: 7.5px; }
  td, th { font-size: 8.5px; } #sign-off td:empty { min-width: 0; height: 2.6em; }
  .note, table, .badge, .card p, .card h3, dl > div, .finding .place, .finding .agent, header p, caption, thead th, figcaption, .legend li { font-size: 9px; }
  pre { font-size: 8px; padding: 5px 8px; margin-bottom: 4px; white-space: pre-wrap; }
  th, td { padding: 3px 6px; min-width: 0; }
  .scroll { overflow: visible; margin-bottom: 8px; }
  tr, .card, .finding, figure, .box-in-full { break-inside: avoid; }
  tbody tr:first-child { break-before: avoid; }
  .card p, .card .lead { display: block; }
  .cards { gap: 8px; } .card { padding: 8px 10px 4px; }
  .finding { padding: 6px 10px 3px; margin-bottom: 6px; }
  .legend { padding: 5px 8px; gap: 2px 12px; }
  .topology svg { max-width: 100%; height: auto; zoom: 0.72; }
}
`;
