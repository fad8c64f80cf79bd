import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('globals.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, tokens]) => tokens);

function tokensOf(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const verdicts = ['admitted', 'attention', 'refused', 'unconfirmed', 'unknown'];
const texts: [text: string, on: string][] = [
  ...['paper', 'surface', 'unknown-soft'].flatMap((on) =>
    ['ink', 'ink-soft', 'ink-faint', 'accent'].map((text): [string, string] => [text, on]),
  ),
  ['accent', 'accent-soft'],
  ['surface', 'accent'],
  ['refused', 'surface'],
  ...verdicts.flatMap((verdict): [string, string][] => [
    [verdict, `${verdict}-soft`],
    [verdict, 'surface'],
    ['ink', `${verdict}-soft`],
    ['ink-soft', `${verdict}-soft`],
  ]),
];
const edges: [edge: string, on: string][] = [
  ['line-strong', 'paper'],
  ['line-strong', 'surface'],
  ['accent', 'paper'],
];

describe.each([
  ['light', tokensOf(light)],
  ['dark', tokensOf(dark)],
])('in the %s look', (_look, tokens) => {
  const colour = (name: string) => tokens.get(name) ?? `no token ${name}`;

  it.each(texts)('%s is readable on %s (WCAG AA)', (text, on) => {
    expect(contrast(colour(text), colour(on))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edges)('the border %s of a field is visible on %s', (edge, on) => {
    expect(contrast(colour(edge), colour(on))).toBeGreaterThanOrEqual(3);
  });
});
