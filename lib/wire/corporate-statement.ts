/** When admission was asked: while the member stood at the counter, or afterwards, before the visit is sent. */
export const admissionOccasions = ['counter', 'later'] as const;
export type AdmissionOccasion = (typeof admissionOccasions)[number];
