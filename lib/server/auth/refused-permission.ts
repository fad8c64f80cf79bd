import { ActionFailure } from '#lib/server/base/failure.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';

/** The role of the person lacks a permission. */
export class RefusedPermission extends ActionFailure {
  override name = 'RefusedPermission';
  readonly permission: StaffPermission;

  constructor(permission: StaffPermission) {
    super('notAllowed', 'This person may not do this.');
    this.permission = permission;
  }
}
