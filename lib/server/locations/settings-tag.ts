import 'server-only';
import { createHash } from 'node:crypto';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { locationSettings } from '#lib/wire/locations.ts';
import { retention } from '#lib/wire/retention.ts';
import type { SettingsTag } from '#lib/wire/settings-tag.ts';

const shape = { ...locationSettings.shape, ...retention.shape };
const names = Object.keys(shape) as (keyof typeof shape)[]; // safe because: an object has its own keys

/**
 * Identifies all that a manager may change of a location and that pages are rendered with. How readers write is not part of it: windows
 * read that itself. The values are not parsed: every page has the tag, and must not fail because of one setting.
 */
export function settingsTagOf({ version }: Pick<DeskContext, 'version'>, location: Location): SettingsTag {
  const values = JSON.stringify(names.map((name) => location[name]));
  return { version, hash: createHash('sha256').update(values).digest('base64url').slice(0, 16) };
}
