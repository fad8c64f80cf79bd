import { OperatorMistake } from '#platform/services/operator.ts';

/** An HTTP address. */
export function readUrl(text: string): string {
  const { protocol, href } = URL.parse(text) ?? {};
  if (href !== undefined && (protocol === 'http:' || protocol === 'https:')) return href;
  throw new OperatorMistake(`"${text}" is not an address: write it as http://127.0.0.1:8080/events.`);
}
