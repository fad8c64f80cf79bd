import account from './en/account.json';
import allGyms from './en/all-gyms.json';
import away from './en/away.json';
import badge from './en/badge.json';
import callManager from './en/call-manager.json';
import cards from './en/cards.json';
import connection from './en/connection.json';
import contracts from './en/contracts.json';
import corporateFitness from './en/corporate-fitness.json';
import corporateStatement from './en/corporate-statement.json';
import counter from './en/counter.json';
import desk from './en/desk.json';
import fields from './en/fields.json';
import floor from './en/floor.json';
import gettingStarted from './en/getting-started.json';
import gym from './en/gym.json';
import gyms from './en/gyms.json';
import help from './en/help.json';
import log from './en/log.json';
import mail from './en/mail.json';
import members from './en/members.json';
import membersData from './en/members-data.json';
import migration from './en/migration.json';
import newMember from './en/new-member.json';
import officeRoom from './en/office.json';
import outbox from './en/outbox.json';
import photos from './en/photos.json';
import products from './en/products.json';
import readers from './en/readers.json';
import reportPages from './en/reports.json';
import signIn from './en/sign-in.json';
import tasks from './en/tasks.json';
import trainingReport from './en/training-report.json';
import verdict from './en/verdict.json';
import visits from './en/visits.json';
import whenToStaff from './en/when-to-staff.json';
import whoStaysAway from './en/who-stays-away.json';

/** The messages of every page in English, one file for each part of the desk. Each page loads all of it. */
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
