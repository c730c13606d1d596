import { readFileSync } from 'node:fs';
import { consume } from './consumer.js';

console.log(JSON.stringify(await consume(JSON.parse(readFileSync('given.json', 'utf8')))));
