export { escapeJson, escapeTexts } from './escape-text.js';
export { summariseVerification } from './verification-summary.js';
