import { watchWhichIsInFront } from '#lib/browser/page/last-location.ts';

watchWhichIsInFront();
