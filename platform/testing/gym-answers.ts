import { z } from 'zod';
import { memberInformation, publishedUser } from '#contracts/v1/members.ts';
import type { OperationId } from '#contracts/v1/operations.ts';
import { booking, bookingList, product, productList } from '#contracts/v1/products.ts';
import { createdTask, task, taskList } from '#contracts/v1/tasks.ts';

const nothing = z.undefined();

/** Schemas of the successful responses of each operation of the gym interface. */
export const gymAnswers: Record<OperationId, z.ZodType> = {
  publishUser: publishedUser,
  getProfile: memberInformation,
  listUserProducts: bookingList,
  activateProduct: booking,
  checkIn: nothing,
  checkOut: nothing,
  listProducts: productList,
  getProduct: product,
  alive: nothing,
  listTasks: taskList,
  createTask: createdTask,
  getTask: task,
  updateTask: task,
};
