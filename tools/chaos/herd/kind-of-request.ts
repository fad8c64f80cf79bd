import type { AskedKind } from './messages.ts';

/** @param url within the desk, with or without a query */
export function kindOfRequest(url: string, method = 'GET'): AskedKind {
  const [path = ''] = url.split('?', 1);
  if (path === '/api/clock') return 'clock';
  if (method === 'POST') return path === '/api/desk/taps' ? 'tap' : 'other';
  return path.startsWith('/api/desk/') ? 'list' : 'other';
}
