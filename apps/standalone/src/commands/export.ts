import { exportEnvironment } from '../moving/export-environment.js';
import { moveEnvironments } from '../moving/move.js';

await moveEnvironments('export', ({ database, settings }, folder) =>
  exportEnvironment(database, settings, folder),
);
