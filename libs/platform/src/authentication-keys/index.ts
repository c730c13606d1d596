export { AuthenticationKey } from './authentication-key.js';
export { AuthenticationKeys } from './authentication-keys.js';
export {
  readCommandKeys,
  readEventKeys,
  type AuthenticationKeySettings,
} from './read-authentication-keys.js';
