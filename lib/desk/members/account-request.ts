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
  type ProfileValues,
  profileFields,
  tanField,
} from '#lib/wire/members.ts';

/** How an edit is sent. `PATCH` changes only what it names, but clears nothing and makes nobody corporate. */
export type AccountRequest =
  | { method: 'patch'; body: SentMemberAccountChange }
  | { method: 'put'; body: SentMemberAccount };

type RequestOrProblems = { ok: true; request: AccountRequest } | { ok: false; problems: FieldProblems };

/**
 * The request that makes these changes to a member, once their values are what the platform takes.
 * @param tan empty where none was entered
 */
export function requestFor(now: ProfileValues, changes: Partial<ProfileValues>, tan: string): RequestOrProblems {
  const wanted = { ...now, ...changes };
  const becomesCorporate = isCorporate(wanted) && !isCorporate(now);
  if (becomesCorporate && tan === '') return refuse({ [tanField]: { code: 'tanMissing' } });
  if (endsBeforeStart(wanted)) {
    const field = 'membership.endOfContract' in changes ? 'membership.endOfContract' : 'membership.startOfContract';
    return refuse({ [field]: { code: 'endsBeforeStart' } });
  }
  const clears = Object.values(changes).includes('');
  const handsTan = tan !== '' && isCorporate(wanted);
  if (clears || becomesCorporate || handsTan) {
    const read = memberAccountRequest.safeParse(nest({ ...wanted, ...(handsTan && { [tanField]: tan }) }));
    // safe because: `nest` leaves out what is empty, so that nothing is null
    const body = read.data as SentMemberAccount;
    return read.success ? { ok: true, request: { method: 'put', body } } : refuseIssues(read, wanted);
  }
  const read = patchMemberAccountRequest.safeParse(nest(changes));
  const body = read.data as SentMemberAccountChange; // safe because: as above
  return read.success ? { ok: true, request: { method: 'patch', body } } : refuseIssues(read, wanted);
}

type NewAccountOrProblems = { ok: true; request: SentMemberAccount } | { ok: false; problems: FieldProblems };

/** The request that makes a member of these values. A TAN that was typed before another type was chosen is left out. */
export function newAccountRequest(values: ProfileValues, tan: string): NewAccountOrProblems {
  if (isCorporate(values) && tan === '') return { ok: false, problems: { [tanField]: { code: 'tanMissing' } } };
  if (endsBeforeStart(values)) {
    return { ok: false, problems: { 'membership.endOfContract': { code: 'endsBeforeStart' } } };
  }
  const read = memberAccountRequest.safeParse(nest({ ...values, [tanField]: isCorporate(values) ? tan : '' }));
  return read.success
    ? { ok: true, request: read.data as SentMemberAccount } // safe because: as above
    : { ok: false, problems: problemsOf(read.error.issues, values) };
}

const isCorporate = (values: ProfileValues) => values['membership.membershipType'] === 'CORPORATE_FITNESS';

function endsBeforeStart(values: ProfileValues): boolean {
  const { 'membership.startOfContract': start, 'membership.endOfContract': end } = values;
  return start !== '' && end !== '' && start > end;
}

/** Values by dotted path as the body of a request; what is empty is left out. */
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

const refuse = (problems: FieldProblems): RequestOrProblems => ({ ok: false, problems });

interface Issue {
  code?: string;
  path: PropertyKey[];
  message: string;
  maximum?: number | bigint;
}

const refuseIssues = ({ error }: { error: { issues: Issue[] } }, values: ProfileValues): RequestOrProblems =>
  refuse(problemsOf(error.issues, values));

function problemsOf(issues: readonly Issue[], values: ProfileValues): FieldProblems {
  const problems: FieldProblems = {};
  for (const issue of issues) {
    const field = formFieldAt(issue.path.join('.'));
    if (field) problems[field] ??= problemOf(field, issue, field === tanField ? '' : values[field]);
  }
  return problems;
}

/** The field of the form that a dotted path names. */
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
