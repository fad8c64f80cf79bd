import type { shellWords } from './shell-words.ts';

interface Entry {
  path: string;
  /** Its name in the words of the shell. */
  label: keyof typeof shellWords.en & ('overview' | 'keys' | 'webhooks' | 'messages' | 'password');
}

/** The pages that stand in the header, in this order. */
export const navigation: readonly Entry[] = [
  { path: '/console', label: 'overview' },
  { path: '/console/keys', label: 'keys' },
  { path: '/console/webhooks', label: 'webhooks' },
  { path: '/console/messages', label: 'messages' },
  { path: '/console/password', label: 'password' },
];

/** The entry a path belongs to: its own page, or the page above it. */
export const entryOf = (path: string): Entry | undefined =>
  navigation.find((entry) => entry.path !== '/console' && (path === entry.path || path.startsWith(`${entry.path}/`))) ??
  navigation.find((entry) => entry.path === path);
