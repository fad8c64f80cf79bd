import { officeSections } from '#lib/wire/pages.ts';
import { closeDialog, type Scene, type Stage } from './scene.ts';

/** Opens a page whose sections follow; because of the live stream, the network is never idle. */
async function open({ page }: Stage, href: string): Promise<void> {
  await page.goto(href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(2_000);
}

/** Opens the dialog of a button on a page. */
const dialogOf = (name: string, href: string, button: (stage: Stage) => string): Scene => ({
  name,
  isForAll: true,
  play: async (stage) => {
    await open(stage, href);
    await stage.page.getByRole('button', { name: button(stage) }).click();
    await stage.page.getByRole('dialog').or(stage.page.getByRole('alertdialog')).waitFor();
  },
});

const retireOst = ({ words }: Stage) =>
  words('gyms', 'gyms.of', { action: words('gyms', 'gyms.retire'), name: 'München Ost' });

/** Every page of the office except migration, which has a scene of its own, and the manager's account. */
export const officeScenes: Scene[] = [
  ...officeSections
    .filter(({ section }) => section !== 'migration')
    .map(
      ({ section, href }): Scene => ({
        name: `office-${section}`,
        isForAll: true,
        isWholePage: true,
        play: (stage) => open(stage, href),
      }),
    ),
  dialogOf('invite', '/office/staff', ({ words }) => words('office', 'office.staff.invite')),
  dialogOf('retire-gym', '/office/gyms', retireOst),
  {
    name: 'account',
    isForAll: true,
    isWholePage: true,
    play: async (stage) => {
      await closeDialog(stage.page);
      await open(stage, '/account');
    },
  },
];
