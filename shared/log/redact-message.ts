const longestMessage = 300;
/** What is read of one: the patterns below take time by the square of it. */
const longestRead = 4 * longestMessage;
const uuid = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/i;

/** What a message may quote of the data it is about, and what stands in its place. */
const redactions: [RegExp, (found: string) => string][] = [
  [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'`]+/gi, (url) => originOf(url)],
  [/"[^"]*"|`[^`]*`|“[^”]*”|„[^“]*“/g, () => '"…"'],
  // not the apostrophe of "the certificate's names", and not what the engine itself says was being read
  [/(?<!\w)(?<!\((?:reading|setting) )'[^']*'(?!\w)/g, () => "'…'"],
  [/[^\s<>()]+@[^\s<>()]+/g, () => '…'],
  // a card, a phone number, a date of birth
  [/\+?\d[\d\s./()-]{3,}\d/g, (found) => (found.replace(/\D/g, '').length >= 5 ? '…' : found)],
  // a key, a token, a card in hex
  [/[\w-]{8,}/g, (found) => (/\d/.test(found) ? '…' : found)],
];

/** A message of an error without the values that it quotes; ids are left, by which what it was about is found. */
export const redactMessage = (message: string): string =>
  beginningOf(message)
    .split(uuid)
    .map((part) => (uuid.test(part) ? part : redactPart(part)))
    .join('')
    .slice(0, longestMessage);

/** Ends with whole words, and with every end that a quotation may have which was cut off. */
const beginningOf = (message: string): string =>
  message.length > longestRead ? `${message.slice(0, longestRead).replace(/\S+$/, '…')}"\`”“'` : message;

const redactPart = (part: string): string =>
  redactions.reduce((text, [pattern, replace]) => text.replace(pattern, replace), part);

/** Its path, its query and who signs in there are nobody's business. */
function originOf(url: string): string {
  const { host, protocol } = URL.parse(url) ?? {};
  return host ? `${protocol}//${host}/…` : '…';
}
