import { isCards, isPasses } from '#lib/wire/answers/cards.ts';
import { isProfileAnswer, isRolesAnswer, type RolesAnswer } from '#lib/wire/answers/members.ts';
import { isNotes } from '#lib/wire/answers/notes.ts';
import { isPhotoPlace } from '#lib/wire/answers/photos.ts';
import { isProducts } from '#lib/wire/answers/products.ts';
import { isMemberVisits } from '#lib/wire/answers/visits.ts';
import type { CardsView, PassesView } from '#lib/wire/cards.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import type { NotesView } from '#lib/wire/notes.ts';
import type { ProductsView } from '#lib/wire/products.ts';
import type { MemberVisitsPage } from '#lib/wire/visits.ts';
import type { NextPage, OfMember, Read } from './read.ts';

export const profile: Read<OfMember, ProfileAnswer> = {
  path: '/members/[accountId]',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isProfileAnswer,
};

export const cards: Read<OfMember, CardsView> = {
  path: '/members/[accountId]/cards',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isCards,
};

export const passes: Read<OfMember, PassesView> = {
  path: '/members/[accountId]/cards/passes',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isPasses,
};

/** The notes of staff about a member. */
export const notes: Read<OfMember, NotesView> = {
  path: '/members/[accountId]/notes',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isNotes,
};

export const products: Read<OfMember, ProductsView> = {
  path: '/members/[accountId]/products',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isProducts,
};

/** The roles of a member in this gym. */
export const roles: Read<OfMember, RolesAnswer> = {
  path: '/members/[accountId]/roles',
  permission: 'manageRoles',
  list: 'members',
  isAnswer: isRolesAnswer,
};

/** Arrivals and departures of a member, newest first, in pages. */
export const memberVisits: Read<OfMember & NextPage, MemberVisitsPage> = {
  path: '/members/[accountId]/visits',
  permission: 'readMembers',
  list: 'presence',
  isAnswer: isMemberVisits,
};

/** The URL of a member's photo. */
export const photoPlace: Read<OfMember, { photoUrl: string | null }> = {
  path: '/photos/[accountId]/about',
  permission: 'readMembers',
  list: 'members',
  isAnswer: isPhotoPlace,
};
