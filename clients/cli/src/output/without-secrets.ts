/** A text without the tokens and the endpoint secrets in it: standard error is stored in logs. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/(svc_(?:[a-z]+_)?(?:dev|prod)_)[\w.~+/-]+=*/g, '$1[hidden]')
    .replaceAll(/(whsec_)[A-Za-z0-9+/_-]+=*/g, '$1[hidden]');
}
