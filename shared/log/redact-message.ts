const longestMessage = 300;
/** The part of a message that is processed: the patterns below take quadratic time. */
const longestRead = 4 * longestMessage;
const uuid = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/i;

/** Patterns of quoted data, and their replacements. */
const redactions: [RegExp, (found: string) => string][] = [
  [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'`]+/gi, (url) => originOf(url)],
  [/"[^"]*"|`[^`]*`|“[^”]*”|„[^“]*“/g, () => '"…"'],
  // not the apostrophe of "the certificate's names", and not the property name that the JavaScript engine reports
  [/(?<!\w)(?<!\((?:reading|setting) )'[^']*'(?!\w)/g, () => "'…'"],
  [/[^\s<>()]+@[^\s<>()]+/g, () => '…'],
  // a card, a phone number, a date of birth
  [/\+?\d[\d\s./()-]{3,}\d/g, (found) => (found.replace(/\D/g, '').length >= 5 ? '…' : found)],
  // a key, a token, a card in hex
  [/[\w-]{8,}/g, (found) => (/\d/.test(found) ? '…' : found)],
];

/** An error message without the values that it quotes. Ids stay, so that the affected rows can be found. */
export const redactMessage = (message: string): string =>
  beginningOf(message)
    .split(uuid)
    .map((part) => (uuid.test(part) ? part : redactPart(part)))
    .join('')
    .slice(0, longestMessage);

/** Cuts at a word boundary, and appends every closing quotation mark that may have been cut off. */
const beginningOf = (message: string): string =>
  message.length > longestRead ? `${message.slice(0, longestRead).replace(/\S+$/, '…')}"\`”“'` : message;

const redactPart = (part: string): string =>
  redactions.reduce((text, [pattern, replace]) => text.replace(pattern, replace), part);

/** Removes the path, the query and the credentials of a URL. */
function originOf(url: string): string {
  const { host, protocol } = URL.parse(url) ?? {};
  return host ? `${protocol}//${host}/…` : '…';
}
