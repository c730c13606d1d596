// What anybody does with the package, on any platform: verifies a record, refuses a tampered answer, checks a delivery.
import { EvidenceFault, RecordVerification } from '@record-verification/client';
import { parseTrust, verifyBundle } from '@record-verification/client/evidence';
import { DeliveryError, verifyDelivery } from '@record-verification/client/webhooks';

/** @returns a word for each thing that went as it should. */
export async function consume({ url, keys, bundle, delivery }) {
  const said = [];
  const service = (baseUrl) =>
    new RecordVerification({ baseUrl, token: 'svc_development_x', verify: { keys }, maxRetries: 0 });

  const verification = await service(url).records.verify('rec_1');
  said.push(verification.evidence.verdict.result);

  const fault = await service(`${url}/tampered`)
    .records.verify('rec_1')
    .catch((error) => error);
  said.push(fault instanceof EvidenceFault ? fault.check : String(fault));

  said.push(verifyBundle(bundle, parseTrust(JSON.stringify(keys))).ok ? 'bundle' : 'no bundle');

  const { headers, body, secret } = delivery;
  said.push(verifyDelivery(headers, body, secret).id);
  try {
    verifyDelivery(headers, body.replace('record', 'other'), secret);
  } catch (error) {
    said.push(error instanceof DeliveryError ? error.code : String(error));
  }
  return said;
}
