/** Permissions of a key. Read and write are not separate. */
export const permissions = [
  'accounts',
  'rfids',
  'nfc',
  'products',
  'visits',
  'tasks',
  'webhooks',
  'notifications',
  'migration',
  'export',
] as const;
export type Permission = (typeof permissions)[number];

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for parameters. */
  path: string;
  permission: Permission;
  /** Statuses of success. */
  success: readonly (200 | 201 | 204)[];
}

/** Every operation of the membership management interface, version 2, by its operation id. */
export const operations = {
  listAccounts: { method: 'GET', path: '/api/v2/accounts', permission: 'accounts', success: [200] },
  publishAccount: { method: 'POST', path: '/api/v2/accounts', permission: 'accounts', success: [201] },
  retrieveAccount: { method: 'GET', path: '/api/v2/accounts/{accountId}', permission: 'accounts', success: [200] },
  updateAccount: { method: 'PUT', path: '/api/v2/accounts/{accountId}', permission: 'accounts', success: [200] },
  partialUpdate: { method: 'PATCH', path: '/api/v2/accounts/{accountId}', permission: 'accounts', success: [204] },
  eraseAccountMembershipData: {
    method: 'DELETE',
    path: '/api/v2/accounts/{accountId}',
    permission: 'accounts',
    success: [204],
  },
  uploadImage: { method: 'PUT', path: '/api/v2/accounts/{accountId}/images', permission: 'accounts', success: [204] },
  deleteImage: {
    method: 'DELETE',
    path: '/api/v2/accounts/{accountId}/images',
    permission: 'accounts',
    success: [204],
  },
  getByRfid: { method: 'GET', path: '/api/v2/accounts/rfid/{rfid}', permission: 'accounts', success: [200] },
  getByNfc: { method: 'GET', path: '/api/v2/accounts/nfc/{nfc}', permission: 'accounts', success: [200] },
  retrieveAccountByMembershipId: {
    method: 'GET',
    path: '/api/v2/accounts/membership/{membershipId}',
    permission: 'accounts',
    success: [200],
  },
  getByEmail: { method: 'GET', path: '/api/v2/accounts/email/{email}', permission: 'accounts', success: [200] },
  getCorporateFitnessMemberAccounts: {
    method: 'GET',
    path: '/api/v2/accounts/corporate-fitness',
    permission: 'accounts',
    success: [200],
  },
  getRoles: { method: 'GET', path: '/api/v2/accounts/{accountId}/roles', permission: 'accounts', success: [200] },
  assignRoles: { method: 'POST', path: '/api/v2/accounts/{accountId}/roles', permission: 'accounts', success: [204] },
  getUserRfids: { method: 'GET', path: '/api/v2/accounts/{accountId}/rfids', permission: 'rfids', success: [200] },
  updateUsersRfids: { method: 'PUT', path: '/api/v2/accounts/{accountId}/rfids', permission: 'rfids', success: [204] },
  addRFIDToUser: { method: 'POST', path: '/api/v2/accounts/{accountId}/rfids', permission: 'rfids', success: [200] },
  deleteRfid: {
    method: 'DELETE',
    path: '/api/v2/accounts/{accountId}/rfids/{rfid}',
    permission: 'rfids',
    success: [204],
  },
  getAccountNfcToken: { method: 'GET', path: '/api/v2/accounts/{accountId}/nfc', permission: 'nfc', success: [200] },
  assignAccountNfcToken: { method: 'PUT', path: '/api/v2/accounts/{accountId}/nfc', permission: 'nfc', success: [204] },
  deleteAccountNfcToken: {
    method: 'DELETE',
    path: '/api/v2/accounts/{accountId}/nfc',
    permission: 'nfc',
    success: [204],
  },
  listGymProducts: { method: 'GET', path: '/api/v2/products', permission: 'products', success: [200] },
  productDetails: { method: 'GET', path: '/api/v2/products/{productId}', permission: 'products', success: [200] },
  userProducts: {
    method: 'GET',
    path: '/api/v2/accounts/{accountId}/products',
    permission: 'products',
    success: [200],
  },
  productBooking: {
    method: 'PUT',
    path: '/api/v2/accounts/{accountId}/products',
    permission: 'products',
    success: [200, 201],
  },
  deactivateUserProduct: {
    method: 'DELETE',
    path: '/api/v2/accounts/{accountId}/products/{productId}',
    permission: 'products',
    success: [204],
  },
  migrate: { method: 'POST', path: '/api/v2/migrate', permission: 'migration', success: [200] },
  checkin: { method: 'POST', path: '/api/v2/accounts/{accountId}/checkins', permission: 'visits', success: [204] },
  checkout: { method: 'POST', path: '/api/v2/accounts/{accountId}/checkouts', permission: 'visits', success: [204] },
  checkAdmission: {
    method: 'POST',
    path: '/api/v2/accounts/{accountId}/admissions',
    permission: 'visits',
    success: [200],
  },
  getTasks: { method: 'GET', path: '/api/v2/tasks', permission: 'tasks', success: [200] },
  createTask: { method: 'POST', path: '/api/v2/tasks', permission: 'tasks', success: [201] },
  getTask: { method: 'GET', path: '/api/v2/tasks/{taskId}', permission: 'tasks', success: [200] },
  updateTask: { method: 'PUT', path: '/api/v2/tasks/{taskId}', permission: 'tasks', success: [200] },
  getAllWebhooks: { method: 'GET', path: '/api/v2/webhooks', permission: 'webhooks', success: [200] },
  createWebhook: { method: 'POST', path: '/api/v2/webhooks', permission: 'webhooks', success: [200] },
  getWebhookById: { method: 'GET', path: '/api/v2/webhooks/{id}', permission: 'webhooks', success: [200] },
  updateWebhook: { method: 'PUT', path: '/api/v2/webhooks/{id}', permission: 'webhooks', success: [200] },
  deleteWebhook: { method: 'DELETE', path: '/api/v2/webhooks/{id}', permission: 'webhooks', success: [204] },
  triggerWebhook: { method: 'POST', path: '/api/v2/webhooks/{id}/trigger', permission: 'webhooks', success: [200] },
  sendPushNotificationByAccountId: {
    method: 'POST',
    path: '/api/v2/accounts/{accountId}/notifications',
    permission: 'notifications',
    success: [204],
  },
  sendPushNotificationByMembershipId: {
    method: 'POST',
    path: '/api/v2/accounts/membership/{membershipId}/notifications',
    permission: 'notifications',
    success: [204],
  },
} as const satisfies Record<string, Operation>;
export type OperationId = keyof typeof operations;
