/** Ids, times, digests and texts that the examples share. */

export const AT = '2026-11-23T17:28:44.534Z';
export const LATER = '2026-11-23T17:28:48.637Z';
export const DAY = '2026-11-23';
export const VALID_UNTIL = '2100-01-01T00:00:00.000Z';
export const LOG = 'records.example/development';
export const project_id = 'prj_01M84Q84T6GVQ9ZNWNJNX7T4N8';
export const authority_id = 'aut_01M84Q7XFGE2V7G3EB16SWGTBP';
export const record_id = 'rec_01M84Q7XQDK589B8DS0MY75317';
export const link_id = 'lnk_01M84Q81F2P6Z8X3V5N7B9C1DK';
export const credential_id = 'crd_01M84Q81EB0WB3T589505PZYXQ';
export const admin_id = 'crd_01M84Q6R11EM4D74N52CQ2MSFT';
export const operator_id = 'opr_01M84Q6T3Z9R5K7W2Y8C4D1XAB';
export const subscription_id = 'sub_01M84Q8175V1CX6VBVACFHRRT9';
export const delivery_id = 'dlv_01M84Q81QWHFDA4H5DK6X3FPC0';
export const replay_id = 'dlr_01M84Q81MTKWJCNJAJ5237DTT2';
export const event_id = 'evt_01M84Q7XQQPFF35RVX9NX10QW8';
export const request_id = 'req_01M84Q811WEBMTZMRW1PXP9FJX';
export const writer = 'wri_01M84Q6QNZN4ATGCBA6SA1FEVQ';
export const issuer = 'Example Registry';
export const origin = 'https://registry.example/42';
export const external_id = 'deed-42';
export const content_digest = 'sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3';
export const authority_digest = 'sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132';
export const record_digest = 'sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c';
export const link = 'sha256:08dc324560d06efb0db95964f9935dcce7dfefec05693b2437224dd1bb350247';
export const root_hash = 'mC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=';
export const provenance_key = 'u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw';
export const answer_key = '_VsY61dUGe46JzxqCT9xlzO69FqHPR0rwpCfMjNVqg0';
export const public_key = '9Zki9Zk026VDdisVQSCEXxw-epMxsurt0uLJrNzV4Qg';
export const checkpoint = `${LOG}\n9\n${root_hash}\n\n— ${LOG} cINH91rEB6hQdaLPLPoipaGvWKDJGgeq/+htDTmLGztG8F3EWO5T1X7i8ReVaXUr+LwPgRFUVgkZ7PPymqKg7h9M1QQ=\n`;

export const reason = 'Reported as faulty.';
export const scope = ['verify', 'read'];
export const capabilities = ['verify'];
