import { answerRead } from '#lib/actions/answer-read.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { glance } from '#lib/desk/arrivals/glance.ts';
import { glanceInput } from '#lib/wire/taps.ts';

const isActivity = { isActivity: true };

export const GET = (request: Request): Promise<Response> =>
  answerRead(
    'recordVisits',
    (context) => {
      const { locationId, ...input } = glanceInput.parse(Object.fromEntries(new URL(request.url).searchParams));
      return glance(context.desk.db, placeAt(context, locationId).location, input);
    },
    isActivity,
  );
