import { importEnvironment } from '../moving/import-environment.js';
import { moveEnvironments } from '../moving/move.js';

await moveEnvironments('import', importEnvironment);
