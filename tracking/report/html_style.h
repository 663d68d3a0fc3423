// The look of the HTML report: one style for screens, light and dark, and for paper.
#pragma once

namespace lockstep::tracking::report {

/// Nothing in here may need escaping in XML.
inline constexpr char html_style[] = R"(
:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1f2328; --quiet: #5c6570; --line: #e3e6ea; --strong-line: #c9cfd6; --panel: #f6f8fa;
  --good: #1a7f37; --warning: #8a5a00; --bad: #c0272d; --accent: #0072b2;
  --g0: #dbeafe; --g1: #fde8d4; --g2: #d5f2e3; --g3: #f6dff0; --g4: #fff3c4; --g5: #e4e2f7; --g6: #d8f1f4; --g7: #eceef0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16191d; --text: #e2e6ea; --quiet: #9aa4af; --line: #2c3239; --strong-line: #434b54; --panel: #1e2328;
    --good: #56d07c; --warning: #e3b341; --bad: #ff7b72; --accent: #56b4e9;
    --g0: #1d3a5c; --g1: #55371c; --g2: #1c4a37; --g3: #4d2f47; --g4: #4d431a; --g5: #36325c; --g6: #1c454b; --g7: #33383e;
  }
  svg .grid { stroke: #2c3239; } svg .axis { stroke: #6b747e; } svg .label { fill: #a9b2bc; }
  svg .c0 { stroke: #56b4e9; } svg .c1 { stroke: #e69f00; } svg .c2 { stroke: #2cc79b; } svg .c3 { stroke: #e39cc6; } svg .c4 { stroke: #4d9de0; } svg .c5 { stroke: #d55e00; }
  svg .f0 { fill: #56b4e9; } svg .f1 { fill: #e69f00; } svg .f2 { fill: #2cc79b; } svg .f3 { fill: #e39cc6; } svg .f4 { fill: #4d9de0; } svg .f5 { fill: #d55e00; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); line-height: 1.5; font-size: 15px;
  font-family: system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;
  font-variant-numeric: tabular-nums lining-nums; }
main, header, footer { max-width: 1040px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 48px; }
h1 { margin: 0; font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; unicode-bidi: isolate; }
.subtitle { margin: 6px 0 0; max-width: none; color: var(--quiet); overflow-wrap: anywhere; }
nav ul { list-style: none; margin: 24px 0 0; padding: 12px 0; display: flex; flex-wrap: wrap; gap: 4px 20px; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); font-size: 14px; }
nav a { color: var(--accent); text-decoration: none; }
nav a:hover, nav a:focus { text-decoration: underline; }
section { margin-top: 40px; }
h2 { margin: 0 0 12px; font-size: 20px; font-weight: 620; line-height: 1.3; }
p { margin: 0 0 12px; max-width: 72ch; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); } .good { color: var(--good); } .warning { color: var(--warning); } .bad { color: var(--bad); }
p.lead { font-size: 17px; max-width: none; padding: 12px 16px; background: var(--panel); border-left: 4px solid var(--strong-line); border-radius: 0 4px 4px 0; color: var(--text); }
p.lead.good { border-left-color: var(--good); } p.lead.warning { border-left-color: var(--warning); } p.lead.bad { border-left-color: var(--bad); }
p.lead.good .sign { color: var(--good); } p.lead.warning .sign { color: var(--warning); } p.lead.bad .sign { color: var(--bad); }
.sign { margin-right: 0.35em; }
dl { display: grid; grid-template-columns: minmax(9em, max-content) 1fr; margin: 0 0 16px; }
dl div { display: contents; }
dt, dd { padding: 5px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); padding-right: 24px; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; unicode-bidi: isolate; }
figure { margin: 0 0 24px; }
figcaption, caption { text-align: left; font-weight: 600; padding: 0 0 6px; }
.table { overflow-x: auto; margin: 0 0 20px; }
table { border-collapse: collapse; min-width: 100%; font-size: 14px; }
th, td { padding: 5px 16px 5px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); unicode-bidi: isolate; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--quiet); font-weight: 500; font-size: 13px; border-bottom: 1px solid var(--strong-line); vertical-align: bottom; word-break: keep-all; }
tbody th { font-weight: 400; }
.short { white-space: nowrap; }
td.group + td:not(.group), th.group + th:not(.group) { padding-left: 12px; }
.right { text-align: right; white-space: nowrap; }
td, tbody th { overflow-wrap: break-word; }
td.group, thead th.group { padding-left: 8px; padding-right: 8px; }
td.group { white-space: nowrap; border: 2px solid var(--page); border-radius: 4px; }
.g0 { background: var(--g0); } .g1 { background: var(--g1); } .g2 { background: var(--g2); } .g3 { background: var(--g3); }
.g4 { background: var(--g4); } .g5 { background: var(--g5); } .g6 { background: var(--g6); } .g7 { background: var(--g7); }
code, pre { font-family: ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace; font-size: 0.9em; }
pre code { font-size: inherit; }
pre { margin: 0; padding: 12px 16px; background: var(--panel); border-radius: 4px; overflow-x: auto; line-height: 1.45; tab-size: 4; unicode-bidi: plaintext; }
pre .added { color: var(--good); } pre .removed { color: var(--bad); } pre .place { color: var(--quiet); }
svg.chart { display: block; width: 100%; height: auto; font-family: inherit; }
footer { margin-top: 48px; padding-top: 16px; padding-bottom: 32px; color: var(--quiet); font-size: 13px; }
@page { size: A4; margin: 16mm 15mm; }
@media print {
  :root { --page: #ffffff; --text: #000000; --quiet: #4a5158; --line: #d5d9de; --strong-line: #9aa3ad; --panel: #f6f8fa; --good: #1a7f37; --warning: #8a5a00; --bad: #c0272d;
    --g0: #dbeafe; --g1: #fde8d4; --g2: #d5f2e3; --g3: #f6dff0; --g4: #fff3c4; --g5: #e4e2f7; --g6: #d8f1f4; --g7: #eceef0; color-scheme: light; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main, header, footer { max-width: none; padding: 0; }
  header { padding-top: 0; }
  nav { display: none; }
  section { margin-top: 24px; }
  h1, h2, figcaption, caption, section p { break-after: avoid; }
  figure, tr, p, dl div { break-inside: avoid; }
  figure.code { break-inside: auto; }
  thead { display: table-header-group; }
  .table { overflow: visible; }
  table { font-size: 8.5pt; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8pt; }
}
)";

}  // namespace lockstep::tracking::report
