import { expect, it } from '@jest/globals';
import { headerList, ratio } from './tracing-forms.js';
import { collectorUrl } from './url-forms.js';

it.each([
  ['a=1', { a: '1' }],
  ['authorization=Bearer%20x%3D%3D, x-scope = 7=8', { authorization: 'Bearer x==', 'x-scope': '7=8' }],
  ['a', undefined],
  ['a=', undefined],
  ['=1', undefined],
  ['a b=1', undefined],
  ['a=%', undefined],
  ['a=%0d%0ab', undefined],
  ['', undefined],
])('reads the headers “%s”', (text, headers) => expect(headerList.parse(text)).toEqual(headers));

it.each([
  ['0', 0],
  ['1', 1],
  ['1.0', 1],
  ['0.01', 0.01],
  ['1.01', undefined],
  ['-1', undefined],
  ['2', undefined],
  ['.5', undefined],
  ['1e-3', undefined],
  ['', undefined],
])('reads the share “%s”', (text, share) => expect(ratio.parse(text)).toBe(share));

it.each([
  ['http://otel:4318', 'http://otel:4318'],
  ['https://otel.example/tenant/', 'https://otel.example/tenant'],
  ['otel:4318', undefined],
  ['grpc://otel:4317', undefined],
  ['http://user:word@otel', undefined],
  ['http://otel/?a', undefined],
])('reads the collector “%s”', (text, url) => expect(collectorUrl.parse(text)).toBe(url));
