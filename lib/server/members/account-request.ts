import {
  memberAccountRequest,
  patchMemberAccountRequest,
  type SentMemberAccount,
  type SentMemberAccountChange,
} from '#contracts/v2/accounts.ts';
import {
  type FieldProblem,
  type FieldProblems,
  type FormField,
  isDay,
  type ProfileField,
  type ProfileValues,
  profileFields,
  tanField,
} from '#lib/wire/members.ts';
import { isDay as isWholeDay } from '#lib/wire/time/month.ts';
import { isCompleteEmail } from '#lib/wire/typed-email.ts';

/** The request for an edit. `PATCH` changes the given fields only, but can neither clear one nor make a member corporate. */
export type AccountRequest =
  | { method: 'patch'; body: SentMemberAccountChange }
  | { method: 'put'; body: SentMemberAccount };

type RequestOrProblems = { ok: true; request: AccountRequest } | { ok: false; problems: FieldProblems };

/**
 * The request that makes these changes to a member; or the problems, where the platform would not accept the values.
 * @param tan empty where none was entered
 * @param unread dates that the platform has and the desk cannot read: `now` has none, so that a replacement would clear them
 */
export function requestFor(
  now: ProfileValues,
  changes: Partial<ProfileValues>,
  tan: string,
  unread: readonly ProfileField[] = [],
): RequestOrProblems {
  const wanted = { ...now, ...changes };
  const becomesCorporate = isCorporate(wanted) && !isCorporate(now);
  const { email } = changes;
  const changedEnd = 'membership.endOfContract' in changes;
  const between: FieldProblems = {
    ...(email !== undefined && mistypedEmail(email)),
    ...(becomesCorporate && tan === '' && { [tanField]: { code: 'tanMissing' } }),
    ...(endsBeforeStart(wanted) && {
      [changedEnd ? 'membership.endOfContract' : 'membership.startOfContract']: { code: 'endsBeforeStart' },
    }),
  };
  const clears = Object.values(changes).includes('');
  const sendsTan = tan !== '' && isCorporate(wanted);
  if (clears || becomesCorporate || sendsTan) {
    const read = memberAccountRequest.safeParse(nest({ ...wanted, ...(sendsTan && { [tanField]: tan }) }));
    // safe because: `nest` leaves out what is empty, so that nothing is null
    const body = read.data as SentMemberAccount;
    const lost = unread.filter((field) => !changes[field]).map((field) => [field, { code: 'notADate' }] as const);
    const problems = allProblems(read, wanted, { ...between, ...Object.fromEntries(lost) });
    return problems ? { ok: false, problems } : { ok: true, request: { method: 'put', body } };
  }
  const read = patchMemberAccountRequest.safeParse(nest(changes));
  const body = read.data as SentMemberAccountChange; // safe because: as above
  const problems = allProblems(read, wanted, between);
  return problems ? { ok: false, problems } : { ok: true, request: { method: 'patch', body } };
}

type NewAccountOrProblems = { ok: true; request: SentMemberAccount } | { ok: false; problems: FieldProblems };

/** The request that creates a member with these values. A TAN is omitted unless the membership type is corporate. */
export function newAccountRequest(values: ProfileValues, tan: string): NewAccountOrProblems {
  const between: FieldProblems = {
    ...mistypedEmail(values.email),
    ...(isCorporate(values) && tan === '' && { [tanField]: { code: 'tanMissing' } }),
    ...(endsBeforeStart(values) && { 'membership.endOfContract': { code: 'endsBeforeStart' } }),
  };
  const read = memberAccountRequest.safeParse(nest({ ...values, [tanField]: isCorporate(values) ? tan : '' }));
  const problems = allProblems(read, values, between);
  if (problems) return { ok: false, problems };
  return { ok: true, request: read.data as SentMemberAccount }; // safe because: as above
}

/** An empty one is reported as missing. */
const mistypedEmail = (email: string): FieldProblems =>
  email === '' || isCompleteEmail(email) ? {} : { email: { code: 'notAnEmail' } };

const isCorporate = (values: ProfileValues) => values['membership.membershipType'] === 'CORPORATE_FITNESS';

function endsBeforeStart(values: ProfileValues): boolean {
  const { 'membership.startOfContract': start, 'membership.endOfContract': end } = values;
  return isWholeDay(start) && isWholeDay(end) && start > end;
}

/** Turns values by dotted path into the nested body of a request, without empty ones. */
export function nest(values: Partial<Record<FormField, string>>): Record<string, unknown> {
  const body: Record<string, Record<string, string> | string> = {};
  for (const [path, value] of Object.entries(values)) {
    if (value === '') continue;
    const [group = '', name] = path.split('.');
    if (name === undefined) body[group] = value;
    else body[group] = { ...(body[group] as Record<string, string>), [name]: value }; // safe because: a group is never a field
  }
  return body;
}

interface Issue {
  code?: string;
  path: PropertyKey[];
  message: string;
  maximum?: number | bigint;
}

/**
 * All problems together; null where there are none.
 * @param between problems of several fields in combination
 */
function allProblems(
  read: { success: boolean; error?: { issues: Issue[] } },
  values: ProfileValues,
  between: FieldProblems,
): FieldProblems | null {
  const problems = { ...problemsOf(read.error?.issues ?? [], values), ...between };
  return Object.keys(problems).length > 0 ? problems : null;
}

function problemsOf(issues: readonly Issue[], values: ProfileValues): FieldProblems {
  const problems: FieldProblems = {};
  for (const issue of issues) {
    const field = formFieldAt(issue.path.join('.'));
    if (field) problems[field] ??= problemOf(field, issue, field === tanField ? '' : values[field]);
  }
  return problems;
}

/** The field of the form with this dotted path. */
export const formFieldAt = (path: string): FormField | undefined =>
  ([...profileFields, tanField] as const).find((field) => field === path);

function problemOf(field: FormField, { code, message, maximum }: Issue, value: string): FieldProblem {
  if (field === tanField) return { code: 'tanNotNineDigits' };
  if (value === '') return { code: 'required' };
  if (code === 'too_big') return { code: 'tooLong', max: Number(maximum) };
  if (isDay(field)) return { code: 'notADate' };
  switch (field) {
    case 'email':
      return { code: 'notAnEmail' };
    case 'gender':
    case 'membership.membershipType':
      return { code: 'chooseOne' };
    default:
      return { code: 'notAccepted', sentence: message };
  }
}
