import { nameLocation } from '#lib/browser/page/tab-location.ts';

nameLocation();
