import { describe, expect, it, jest } from '@jest/globals';
import { ServiceError } from '@service/contracts';
import type { Call } from '../interface/call.js';
import type { GatewayViews } from '../views/gateway-views.js';
import { RegistrationPace, registrationWait } from './registration-pace.js';

describe('the wait of a registration', () => {
  it.each([
    [-1_000, 0],
    [2_000, 0],
    [2_400, 100],
    [5_000, 750],
    [10_000, 2_000],
    [3_600_000, 2_000],
  ])('grows with what the view is behind: %i ms are %i', (behind, wait) => {
    expect(registrationWait(behind)).toBe(wait);
  });

  it('is none before the view was ever up to date', () => {
    expect(registrationWait(Date.now())).toBe(0);
  });
});

describe('a request to register records', () => {
  function turnBehind(behind: number, requireStillAdmitted: () => void): Promise<void> {
    const views = { freshness: { records: { look: () => ({ behind }) } } } as unknown as GatewayViews;
    return new RegistrationPace(views).turn({ requestContext: { requireStillAdmitted } } as Call);
  }

  it('is admitted again after a wait', async () => {
    const revoked = () => {
      throw new ServiceError('credential.revoked');
    };
    await expect(turnBehind(2_040, revoked)).rejects.toMatchObject({ code: 'credential.revoked' });
  });

  it('goes on at once where the view is up to date', async () => {
    const again = jest.fn();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await turnBehind(0, again);
    expect(again).not.toHaveBeenCalled();
    expect(timers).not.toHaveBeenCalled();
    timers.mockRestore();
  });
});
