import { z } from 'zod';
import { accountPage, memberAccount } from '#contracts/v2/accounts.ts';
import { nfcToken } from '#contracts/v2/nfc.ts';
import type { OperationId } from '#contracts/v2/operations.ts';
import { product, productList, userProduct, userProductList } from '#contracts/v2/products.ts';
import { rfid, rfidList } from '#contracts/v2/rfids.ts';
import { gymRoles } from '#contracts/v2/roles.ts';
import { task, taskList } from '#contracts/v2/tasks.ts';
import { admission } from '#contracts/v2/visits.ts';
import { webhook, webhookList } from '#contracts/v2/webhooks.ts';

const nothing = z.undefined();

/** Schemas of the successful responses of each operation. */
export const successAnswers: Record<OperationId, z.ZodType> = {
  listAccounts: accountPage,
  publishAccount: memberAccount,
  retrieveAccount: memberAccount,
  updateAccount: memberAccount,
  partialUpdate: nothing,
  eraseAccountMembershipData: nothing,
  uploadImage: nothing,
  deleteImage: nothing,
  getByRfid: memberAccount,
  getByNfc: memberAccount,
  retrieveAccountByMembershipId: memberAccount,
  getByEmail: memberAccount,
  getCorporateFitnessMemberAccounts: z.array(memberAccount),
  getRoles: gymRoles,
  assignRoles: nothing,
  getUserRfids: rfidList,
  updateUsersRfids: nothing,
  addRFIDToUser: rfid,
  deleteRfid: nothing,
  getAccountNfcToken: nfcToken,
  assignAccountNfcToken: nothing,
  deleteAccountNfcToken: nothing,
  listGymProducts: productList,
  productDetails: product,
  userProducts: userProductList,
  productBooking: userProduct,
  deactivateUserProduct: nothing,
  migrate: memberAccount,
  checkin: nothing,
  checkout: nothing,
  checkAdmission: admission,
  getTasks: taskList,
  createTask: task,
  getTask: task,
  updateTask: task,
  getAllWebhooks: webhookList,
  createWebhook: webhook,
  getWebhookById: webhook,
  updateWebhook: webhook,
  deleteWebhook: nothing,
  triggerWebhook: nothing,
  sendPushNotificationByAccountId: nothing,
  sendPushNotificationByMembershipId: nothing,
};
