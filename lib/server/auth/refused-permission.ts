import { ActionFailure } from '#lib/server/base/failure.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';

/** What somebody asked for is not for people of their role. */
export class RefusedPermission extends ActionFailure {
  override name = 'RefusedPermission';
  readonly permission: StaffPermission;

  constructor(permission: StaffPermission) {
    super('notAllowed', 'This person may not do this.');
    this.permission = permission;
  }
}
