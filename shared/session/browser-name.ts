/** The first that a header contains counts: most browsers name others, too. */
const browsers: readonly [name: string, token: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
];

const systems: readonly [name: string, token: RegExp][] = [
  ['Windows', /\bWindows\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(iPhone|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * The name of a browser and its system as far as they are known, such as `Firefox, Windows`, for a person who looks for a session
 * that is not theirs. The client may send anything, so nothing else may depend on it.
 * @returns null for an unknown one
 */
export function browserNameOf(userAgent: string | null | undefined): string | null {
  const told = (userAgent ?? '').slice(0, 1_000);
  const names = [browsers, systems].flatMap((known) => known.find(([, token]) => token.test(told))?.[0] ?? []);
  return names.length === 0 ? null : names.join(', ');
}
