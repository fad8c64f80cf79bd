/** Looks of the reference page; it loads nothing from anywhere. */
export const style = `
:root { --paper: #fafaf8; --surface: #fff; --line: #e4e4df; --ink: #1b1c1a; --soft: #5c5f59; --accent: #0f5c5c; color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --paper: #141513; --surface: #1d1f1c; --line: #32352f; --ink: #f1f1ec; --soft: #b4b7ad; --accent: #6cc0bc }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
.layout { display: grid; grid-template-columns: 300px minmax(0, 60rem); gap: 40px }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 24px; border-right: 1px solid var(--line); font-size: 14px }
nav ul { list-style: none; margin: 0 0 16px; padding: 0 } nav a { display: block; padding: 2px 0; color: var(--soft); text-decoration: none }
nav a:hover, nav a:focus-visible { color: var(--accent); text-decoration: underline } nav b { display: block }
main { padding: 24px 24px 80px 0 } h1 { margin-top: 0 } h2 { margin-top: 56px }
main > p a { color: var(--accent) }
article { margin: 24px 0; padding: 20px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px }
article h3 { margin: 0 0 4px } .address { display: flex; gap: 12px; align-items: baseline; overflow-wrap: anywhere }
.method { font-weight: 650; color: var(--accent) } code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
.note { color: var(--soft); font-size: 14px; margin: 4px 0 0 } h4 { margin: 20px 0 4px; font-size: 14px; color: var(--soft) }
table { width: 100%; border-collapse: collapse; font-size: 14px } td, th { padding: 6px 12px 6px 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line) }
td:first-child { width: 34% } td:nth-child(2) { width: 26%; color: var(--soft) } dl { margin: 0 } dt { font-weight: 600 } dd { margin: 0 0 8px }
@media (max-width: 900px) { .layout { display: block } nav { position: static; height: auto; border: 0 } main { padding: 24px } }
`;
