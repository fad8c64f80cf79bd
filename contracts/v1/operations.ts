interface Operation {
  method: 'GET' | 'POST' | 'PUT';
  /** Path relative to the interface's base URL, with `{name}` for parameters. */
  path: string;
  success: 200 | 204;
}

/** Every operation of the gym interface, version 1. The published document has no operation ids: these are ours. */
export const operations = {
  publishUser: { method: 'POST', path: '/user/publish', success: 200 },
  getProfile: { method: 'GET', path: '/user/profile', success: 200 },
  listUserProducts: { method: 'GET', path: '/user/product', success: 200 },
  activateProduct: { method: 'PUT', path: '/user/product', success: 200 },
  checkIn: { method: 'POST', path: '/user/checkin', success: 204 },
  checkOut: { method: 'POST', path: '/user/checkout', success: 204 },
  listProducts: { method: 'GET', path: '/gym/product', success: 200 },
  getProduct: { method: 'GET', path: '/gym/product/{productId}', success: 200 },
  alive: { method: 'POST', path: '/alive', success: 204 },
  listTasks: { method: 'GET', path: '/task', success: 200 },
  createTask: { method: 'POST', path: '/task', success: 200 },
  getTask: { method: 'GET', path: '/task/{taskId}', success: 200 },
  updateTask: { method: 'PUT', path: '/task/{taskId}', success: 200 },
} as const satisfies Record<string, Operation>;
export type OperationId = keyof typeof operations;
