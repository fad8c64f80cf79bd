import fs from 'node:fs';
import { ServerResponse } from 'node:http';
import path from 'node:path';

// Preloaded into a program: its wall clock can then be set while it runs, by a file with the milliseconds that it is
// ahead of the machine's. Its database keeps the machine's clock, and the monotonic clock is unaffected.

const lookEveryMs = 50;
const program = path.basename(process.argv[1] ?? '', '.ts');
const folder = process.env.CHAOS_CLOCKS;
if (folder && ['desk', 'platform'].includes(program)) shiftClock(path.join(folder, program));

function shiftClock(file: string): void {
  const MachineDate = Date;
  const machineNow = Date.now.bind(Date);
  let aheadMs = 0;
  const look = () => {
    aheadMs = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) || 0 : 0;
  };
  look();
  setInterval(look, lookEveryMs).unref();

  const now = () => machineNow() + aheadMs;
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
    apply: () => new MachineDate(now()).toString(),
  });
  // Node takes the Date header from its own clock
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    if (!this.hasHeader('date')) this.setHeader('date', new MachineDate(now()).toUTCString());
    return Reflect.apply(writeHead, this, args);
  };
}
