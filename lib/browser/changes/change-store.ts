import { createSealedStore, type KeptItems } from '#lib/browser/base/sealed-store.ts';
import type { TaskChangeRequest } from '#lib/wire/tasks.ts';
import { isChangeRequest } from './is-change-request.ts';

/** Stores unsent changes of tasks across a reload of the page. */
export interface ChangeStore {
  /** Whether the change survives a reload: not before it is saved, and a change with typed text stays in memory. */
  keeps(request: TaskChangeRequest): boolean;
  save(request: TaskChangeRequest): Promise<void>;
  remove(changeId: string): Promise<void>;
  /** In the order in which they were made. */
  load(): Promise<KeptItems<TaskChangeRequest>>;
}

/**
 * Unsent changes, encrypted in this browser. Stored are ids, codes and times: the task or member, the fields, when.
 * Free text may name a person and is never stored.
 */
export function createBrowserChangeStore(): ChangeStore {
  const store = createSealedStore<TaskChangeRequest>({
    database: 'front-desk-tasks',
    store: 'changes',
    idKey: 'changeId',
    idOf: ({ changeId }) => changeId,
    isItem: isChangeRequest,
  });
  return {
    keeps: ({ changeId }) => store.keeps(changeId),
    save: async (request) => {
      if (!hasText(request)) await store.save(request);
    },
    remove: store.remove,
    load: async () => {
      const { items, unreadable } = await store.load();
      return { items: items.sort((a, b) => a.at - b.at), unreadable };
    },
  };
}

export function hasText(request: TaskChangeRequest): boolean {
  switch (request.kind) {
    case 'create':
      return !('template' in request.what);
    case 'edit':
      return request.edits.name !== undefined;
    case 'complete':
    case 'reopen':
      return false;
  }
}
