import type { Task, TaskRequest } from '#contracts/v2/tasks.ts';
import type { FakeRequest, Reply } from './fake-platform.ts';

/** The tasks of the fake platform, in the format of the interface. */
export class FakeTasks {
  readonly all: (Task & { id: string; modifiedAt: number })[] = [];
  /** Epoch milliseconds. */
  clock: () => number = () => Date.now();

  /** Creates a task as another client of the platform would. */
  set(fields: Omit<Partial<Task>, 'id'> & { targetId: string }): Task & { id: string } {
    const task = {
      id: String(1_000 + this.all.length),
      name: 'Introduction',
      type: 'GENERAL' as const,
      dueDate: '2026-11-21',
      authorId: 'account-of-trainer',
      completed: false,
      ...fields,
      modifiedAt: this.clock(),
    };
    this.all.push(task);
    return task;
  }

  /** Changes a task as another client of the platform would. */
  change(id: string, fields: Partial<Task>): void {
    Object.assign(this.#find(id) ?? {}, fields, { modifiedAt: this.clock() });
  }

  answer({ method, path, query, body }: FakeRequest): Reply {
    const id = path.replace(/^\/api\/v2\/tasks\/?/, '');
    const request = body as TaskRequest; // safe because: the desk sends nothing else
    if (method === 'POST') {
      const { completed, ...rest } = request;
      return { status: 201, body: this.set({ ...rest, completerId: undefined, completed: completed ?? false }) };
    }
    if (id === '') {
      const since = Date.parse(query.get('modifiedSince') ?? '') || 0;
      const listed = this.all.filter(({ modifiedAt }) => modifiedAt >= since);
      return { status: 200, body: listed.toSorted((a, b) => b.modifiedAt - a.modifiedAt) };
    }
    const task = this.#find(id);
    if (!task) return { status: 404, body: { errorCode: 'notFound', requestId: 'r', metadata: { entity: 'TASK' } } };
    if (method === 'PUT') {
      const completed = request.completed ?? task.completed ?? false;
      const completerId = completed ? (request.completerId ?? task.completerId ?? request.authorId) : undefined;
      this.change(id, { ...request, completed, completerId });
    }
    return { status: 200, body: task };
  }

  #find(id: string) {
    return this.all.find((task) => task.id === id);
  }
}
