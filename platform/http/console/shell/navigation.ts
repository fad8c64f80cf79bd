import type { shellWords } from './shell-words.ts';

interface Entry {
  path: string;
  /** Key of its name in the words of the shell. */
  label: keyof typeof shellWords.en & ('overview' | 'keys' | 'webhooks' | 'messages' | 'account');
}

/** The pages in the header, in this order. */
export const navigation: readonly Entry[] = [
  { path: '/console', label: 'overview' },
  { path: '/console/keys', label: 'keys' },
  { path: '/console/webhooks', label: 'webhooks' },
  { path: '/console/messages', label: 'messages' },
  { path: '/console/account', label: 'account' },
];

/** The entry of a path: its own page, or the nearest page above it. */
export const entryOf = (path: string): Entry | undefined =>
  navigation.find((entry) => entry.path !== '/console' && (path === entry.path || path.startsWith(`${entry.path}/`))) ??
  navigation.find((entry) => entry.path === path);
