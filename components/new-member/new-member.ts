import {
  type FieldProblems,
  type FormField,
  fieldGroups,
  type PersonDraft,
  type ProfileField,
  type ProfileValues,
  profileFields,
  tanField,
} from '#lib/wire/members.ts';
import { type Beginning, type PersonNames, proposedId } from '#lib/wire/new-member.ts';

export const newMemberKinds = ['prospect', 'member', 'corporate'] as const;
export type NewMemberKind = (typeof newMemberKinds)[number];

const typeOfKind: Record<NewMemberKind, string> = {
  prospect: 'PROSPECT',
  member: 'BASIC',
  corporate: 'CORPORATE_FITNESS',
};

/** The input of the form. Values of hidden fields are kept. */
export interface NewMember {
  values: ProfileValues;
  tan: string;
  /** The part after the letter of the proposed membership id. */
  idEnding: string;
}

const nothing = Object.fromEntries(profileFields.map((field) => [field, ''])) as ProfileValues; // safe because: it has every field

/** The initial values of the form. */
export const emptyPerson: PersonDraft = { ...nothing, [tanField]: '' };

/** The most common defaults: a prospect, starting today. */
export function beginNewMember(email: string, { today, idEnding }: Beginning, person: PersonNames | null): NewMember {
  const values = {
    ...nothing,
    email,
    ...person,
    'membership.membershipType': typeOfKind.prospect,
    'membership.startOfContract': today,
    'membership.membershipId': proposedId(typeOfKind.prospect, idEnding),
  };
  return { values, tan: '', idEnding };
}

/** Whether the user has changed anything besides the e-mail address. */
export const isEntered = (begun: NewMember, { values, tan }: NewMember): boolean =>
  tan !== begun.tan || profileFields.some((field) => field !== 'email' && values[field] !== begun.values[field]);

export function kindOf({ values }: NewMember): NewMemberKind {
  const type = values['membership.membershipType'];
  return newMemberKinds.find((kind) => typeOfKind[kind] === type) ?? 'member';
}

export function withField(member: NewMember, field: FormField, value: string): NewMember {
  if (field === tanField) return { ...member, tan: value };
  return { ...member, values: { ...member.values, [field]: value } };
}

/** Changes the kind. The letter of the membership id follows, if the id is still the proposed one. */
export function withKind(member: NewMember, kind: NewMemberKind): NewMember {
  const type = typeOfKind[kind];
  const { 'membership.membershipType': before, 'membership.membershipId': id } = member.values;
  const next = withField(member, 'membership.membershipType', type);
  if (id !== proposedId(before, member.idEnding)) return next;
  return withField(next, 'membership.membershipId', proposedId(type, member.idEnding));
}

/** Proposes another id, if a member has the previous one. */
export function withAnotherId(member: NewMember, idEnding: string): NewMember {
  const id = proposedId(member.values['membership.membershipType'], idEnding);
  return withField({ ...member, idEnding }, 'membership.membershipId', id);
}

const namedFields = ['firstName', 'lastName', 'gender'] as const;
const prospectFields = [
  'dateOfBirth',
  'contact.phone',
  'membership.membershipId',
  'membership.startOfContract',
] as const;
const memberFields = profileFields.filter(
  (field) =>
    field !== 'email' && field !== 'membership.membershipType' && !namedFields.some((named) => named === field),
);

/** The fields of a kind: those shown, and those behind "more". */
export function fieldsOf(kind: NewMemberKind): { asked: readonly FormField[]; more: readonly ProfileField[] } {
  switch (kind) {
    case 'prospect':
      return { asked: namedFields, more: prospectFields };
    case 'member':
      return { asked: namedFields, more: memberFields };
    case 'corporate':
      return { asked: [...namedFields, tanField], more: memberFields };
  }
}

interface FieldGroup {
  group: (typeof fieldGroups)[number]['group'];
  fields: readonly ProfileField[];
}

/** Groups fields as on a member's page. */
export const inGroups = (fields: readonly ProfileField[]): FieldGroup[] =>
  fieldGroups
    .map(({ group, fields: all }) => ({ group, fields: all.filter((field) => fields.includes(field)) }))
    .filter((found) => found.fields.length > 0);

/** Whether a problem concerns a field that may be hidden. */
export const isAmongMore = (kind: NewMemberKind, problems: FieldProblems): boolean =>
  fieldsOf(kind).more.some((field) => problems[field]);
