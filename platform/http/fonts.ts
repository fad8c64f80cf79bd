import fs from 'node:fs';
import { Hono } from 'hono';

/** The files of the typeface, and the characters in each. A browser loads those that the page's text needs. */
const subsets: Readonly<Record<string, string | null>> = {
  latin: null,
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  vietnamese: 'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+1EA0-1EF9, U+20AB',
};

const addressOf = (subset: string) => `/fonts/inter-${subset}.woff2`;

/** CSS for the desk's typeface. The page's Content-Security-Policy must allow fonts from here. */
export const fontFaces = Object.entries(subsets)
  .map(([subset, range]) => {
    const characters = range ? ` unicode-range: ${range};` : '';
    return `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("${addressOf(subset)}") format("woff2");${characters} }`;
  })
  .join('\n');

/** Needs no authentication. The files are read once, at the start. */
export function fontRoutes(): Hono {
  const routes = new Hono();
  for (const subset of Object.keys(subsets)) {
    const file = import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
    const bytes = new Uint8Array(fs.readFileSync(new URL(file)));
    routes.get(addressOf(subset), (c) =>
      c.body(bytes, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' }),
    );
  }
  return routes;
}
