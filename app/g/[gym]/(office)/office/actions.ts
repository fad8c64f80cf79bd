'use server';

import { action } from '#lib/server/actions/action.ts';
import { decideAbsent as decide } from '#lib/server/members/decide-absent.ts';
import { absentDecision } from '#lib/wire/absent-members.ts';

export const decideAbsent = action('manageLocation', absentDecision, decide);
