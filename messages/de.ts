import account from './de/account.json';
import allGyms from './de/all-gyms.json';
import away from './de/away.json';
import badge from './de/badge.json';
import callManager from './de/call-manager.json';
import cards from './de/cards.json';
import connection from './de/connection.json';
import contracts from './de/contracts.json';
import corporateFitness from './de/corporate-fitness.json';
import corporateStatement from './de/corporate-statement.json';
import counter from './de/counter.json';
import desk from './de/desk.json';
import fields from './de/fields.json';
import floor from './de/floor.json';
import gettingStarted from './de/getting-started.json';
import gym from './de/gym.json';
import gyms from './de/gyms.json';
import help from './de/help.json';
import log from './de/log.json';
import mail from './de/mail.json';
import members from './de/members.json';
import membersData from './de/members-data.json';
import migration from './de/migration.json';
import newMember from './de/new-member.json';
import officeRoom from './de/office.json';
import outbox from './de/outbox.json';
import photos from './de/photos.json';
import products from './de/products.json';
import readers from './de/readers.json';
import reportPages from './de/reports.json';
import signIn from './de/sign-in.json';
import tasks from './de/tasks.json';
import trainingReport from './de/training-report.json';
import verdict from './de/verdict.json';
import visits from './de/visits.json';
import whenToStaff from './de/when-to-staff.json';
import whoStaysAway from './de/who-stays-away.json';

/** The messages of every page in German, one file for each part of the desk. Each page loads all of it. */
export const everyday = {
  ...away,
  ...badge,
  ...callManager,
  ...cards,
  ...corporateFitness,
  ...counter,
  ...desk,
  ...fields,
  ...floor,
  ...help,
  ...members,
  ...newMember,
  ...photos,
  ...products,
  ...signIn,
  ...tasks,
  ...verdict,
  ...visits,
};

/** The messages of the office and My account: only their pages load them. */
export const office = {
  ...account,
  ...connection,
  ...gettingStarted,
  ...gym,
  ...gyms,
  ...log,
  ...membersData,
  ...migration,
  ...officeRoom,
  ...outbox,
  ...readers,
};

/** The messages of the reports: only their pages load them. */
export const reports = {
  ...allGyms,
  ...reportPages,
  ...whenToStaff,
  ...whoStaysAway,
  ...contracts,
  ...corporateStatement,
  ...trainingReport,
};

/** `mail`: the texts of e-mails, which no page shows. */
export const messages = { ...everyday, ...office, ...reports, ...mail };
