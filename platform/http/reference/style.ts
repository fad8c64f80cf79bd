import { fontFaces } from '#platform/http/fonts.ts';

/** CSS of the reference pages. They load only the typeface, from this server. */
export const style = `
${fontFaces}
:root { --paper: #fafaf8; --surface: #fff; --line: #e4e4df; --ink: #1b1c1a; --soft: #5c5f59; --accent: #0f5c5c; color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --paper: #141513; --surface: #1d1f1c; --line: #32352f; --ink: #f1f1ec; --soft: #b4b7ad; --accent: #6cc0bc }
}
* { box-sizing: border-box }
html { scroll-padding-top: 64px }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 "Inter Variable", system-ui, sans-serif }
a { color: var(--accent) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px } main:focus { outline: none }
.skip { position: absolute; left: -999px; z-index: 2; padding: 8px 16px; background: var(--surface) } .skip:focus { left: 8px; top: 8px }
header { position: sticky; top: 0; z-index: 1; background: var(--surface); border-bottom: 1px solid var(--line) }
header nav { display: flex; gap: 24px; padding: 0 24px; overflow-x: auto }
header a { padding: 11px 0; white-space: nowrap; text-decoration: none; color: var(--soft); border-bottom: 3px solid transparent }
header a:hover { color: var(--accent) } header a[aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent) }
.layout { display: grid; grid-template-columns: 300px minmax(0, 60rem); gap: 40px } .alone { max-width: 60rem; margin: 0 auto; padding: 0 24px }
.contents { position: sticky; top: 50px; height: calc(100vh - 50px); overflow: auto; padding: 24px; border-right: 1px solid var(--line); font-size: 14px }
.contents ul { list-style: none; margin: 0 0 16px; padding: 0 } .contents a { display: block; padding: 2px 0; color: var(--soft); text-decoration: none }
.contents a:hover, .contents a:focus-visible { color: var(--accent); text-decoration: underline } .contents b { display: block }
main { padding: 24px 24px 80px 0 } h1 { margin: 8px 0 16px } h2 { margin-top: 56px }
.links { display: flex; flex-wrap: wrap; gap: 4px 20px }
article { margin: 24px 0; padding: 20px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px }
article h2 { margin: 0; font-size: 20px } article h3 { margin: 24px 0 4px } article h3:first-child { margin-top: 0 } article h3 + p, article > p:first-child { margin-top: 0 } article > p:last-child { margin-bottom: 0 }
.address { display: flex; gap: 12px; align-items: baseline; overflow-wrap: anywhere }
.method { font-weight: 650; color: var(--accent) } code, pre { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
button { min-height: 32px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; cursor: pointer } button[hidden] { display: none }
pre { margin: 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); white-space: pre-wrap }
.note { color: var(--soft); font-size: 14px } p.note { margin: 4px 0 0 } h4 { margin: 20px 0 4px; font-size: 14px; color: var(--soft) }
table { width: 100%; border-collapse: collapse; font-size: 14px } td, th { padding: 6px 12px 6px 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft); border: 0 } td:first-child { width: 34% } .statuses td:first-child { width: 15% } td:nth-child(2):not(:last-child) { width: 26%; color: var(--soft) }
@media (max-width: 900px) {
  .layout { display: block } main { padding: 24px }
  .contents { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid var(--line) } .contents a { padding: 8px 0 }
}
@media (max-width: 600px) {
  main { padding: 16px } .alone { padding: 0 } article { padding: 16px }
  thead { position: absolute; left: -999px } tr { display: block; padding: 6px 0; border-top: 1px solid var(--line) }
  tr td, tr td:first-child, tr td:nth-child(2):not(:last-child) { display: block; width: auto; padding: 0; border: 0 }
}
`;
