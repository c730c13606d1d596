/** Bodies as they were stored with each dictionary that may still be in use: they never change. */
export const STORED_BODIES = [
  {
    dictionary: 1,
    keys: {
      event_id: 'evt_01M8FJHSDN0S4KHGQ5K6Z4D807',
      project_id: 'prj_01M8FJHSDMT5PKJYC7CP4TPYYA',
      type: 'service.record.revoked',
      subject_id: 'rec_01M8FJHSDMT5PKJYC7CP4TPYY9',
      authority_id: 'aut_01M8FJHSDF31D28DS3EAV2HVXP',
    },
    body: '{"event":{"evidence":{"authority":{"digest":"sha256:a79a521cd2492249cc05680a3b481e0962ffa97f133ff0cb03a441146a70e1dd","id":"aut_01M8FJHSDF31D28DS3EAV2HVXP","issuer":"Zoë’s \\"Registry\\"","scope":["b","a"],"state":"active","valid_at_event":true,"valid_now":true,"valid_until":"2090-01-01T00:00:00.000Z","version":1},"provenance":{"chain":[{"authority":{"digest":"sha256:a79a521cd2492249cc05680a3b481e0962ffa97f133ff0cb03a441146a70e1dd","id":"aut_01M8FJHSDF31D28DS3EAV2HVXP","version":1},"content_digest":"sha256:122c597083bd438b7f6d72af75d025948899647711b806bdd2cd82fa69713db3","digest":"sha256:713953507bd3c94f4ca5079ff8d3a1d7162bdbe209559175faf681469da9ce88","event_id":"evt_01M8FJHSDN0S4KHGQ5K6Z4D807","expires_at":null,"external_id":"REG-2026-1000","format":"element/v1","issuer":"Registry of Utrecht","issuer_signature":null,"log":"log","occurred_at":"2026-02-01T00:00:00.000Z","origin":"https://registry.example/records/0","previous":"sha256:bed864335193b6212e953694044a5d1a2891745d7ddc6b7e7285a87e444742e1","project_id":"prj_01M8FJHSDMT5PKJYC7CP4TPYYA","reason_digest":"sha256:31ab2e9d8cc18c980d99267624cac6f2c0f3095c77b8b58fa5f074276964354c","record_id":"rec_01M8FJHSDMT5PKJYC7CP4TPYY9","salt":"1fd711HSPxZ10nF4E-ZNpQ","sequence":4,"signature":{"algorithm":"Ed25519","key_id":"92D8Xhi-VdgIRB8JhzkW-7e9Wk4gsectaFIHeAMGnHA","value":"p-aPm0aTHH_wTtHCgTYZ5cXHFYr2mmcm6J6Bdz7C9NiIsirL_6ejgFHkNGyJ2EwqpTthgJyjaGd50uA1AixuAA"},"state":"revoked","successor_id":null,"type":"service.record.revoked"}],"origin":"https://registry.example/records/0","verified":true}},"id":"evt_01M8FJHSDN0S4KHGQ5K6Z4D807","occurred_at":"2026-02-01T00:00:00.000Z","previous_state":"active","reason":"because","reason_salt":"_Khe2ysRUKD0DAW9EhUfIw","record_id":"rec_01M8FJHSDMT5PKJYC7CP4TPYY9","state":"revoked","subject":{"id":"rec_01M8FJHSDMT5PKJYC7CP4TPYY9","type":"record","version":4},"type":"service.record.revoked"}}',
    packed:
      'Ab2X7U4TQRSGb4X0t5WZM2fmzPlZoJ8owVoEGhIyn23BQm1LoCQm3obX4GV4J16J0YIBs1uKGv/sv93Jnn3P87z7J0BxxE6DDBGQAZBDENpY4ZRHK5NgAzk7piyVylkEL5RDlBKNI5FkjA93e8UrP1i1/uXXL98+fZ5tnFS6P6c6XZw84pevvKi4fwaxCggWJUn6e7T9t/GtBU0JEDSTsMpHVNZTNpHAZdJRgGa0ltkgkZTeCuNjhBAtZGeYpIpeFUCXpGKttCAfVWDMGJwWxDnbqJyMJA346BMI1pol6eyysRINR8chWVsI7bIAP8nySrferC4FK4Qo72n3WbsP2MZl3jiYT1MYzp8k/Y9rMY1gLdhP7858mW7cePI+bS63fLYpCjuKT9EaVEpLVt6AhMRaGUaB6HSUDixLQh0pxmA8JQKrnaWEiISQZFHrXMGm0kakpPOQONoQpA1sRWQGQwYwuGAyBJGVYB2IvPXaZqezIAQybFBpDMVgLkPZL3/JHEnK1tv9m74UFw2sV/t7kzePrIbPsxrDjj0ajqrv4qDd3bKd4e35YZUSH57jYJbC3DXarVR73bxo1R4IcFJ1+2Pheq3W6XVv3toe9I77Ohy1GsdTGI/D2HTMVrylbd4btWej6atTk84Gjdb5XnPRgfr1h0lvPhx0FmeuGbW4qsna6OaqVnuo1XvKP8+ry3sKpboyaKt1W76Aa+d+jfrs0/Kf6/cWfbo7TLCYdQ92d8RO7ZDrw4Pcvn52gArmWmj88keUFgFcUQTuvsjH7w==',
  },
] as const;
