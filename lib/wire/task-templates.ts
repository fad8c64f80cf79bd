import type { TaskType } from '#contracts/v2/tasks.ts';

/** The most common tasks. The name is written in the author's language. */
export const taskTemplates = [
  'introduction',
  'healthCheck',
  'bodyComposition',
  'strengthTest',
  'coordination',
  'mobility',
  'bloodPressure',
] as const;
export type TaskTemplate = (typeof taskTemplates)[number];

export const typeOfTemplate: Record<TaskTemplate, TaskType> = {
  introduction: 'GENERAL',
  healthCheck: 'ANAMNESIS',
  bodyComposition: 'INBODY_FITNESS_TEST',
  strengthTest: 'MAX_FORCE_FITNESS_TEST',
  coordination: 'COORDINATION_FITNESS_TEST',
  mobility: 'MOBILITY_SCREEN_FITNESS_TEST',
  bloodPressure: 'BLOOD_PRESSURE_FITNESS_TEST',
};
