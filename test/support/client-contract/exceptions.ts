/** Operations that the contract test of the TypeScript client does not reach, with the reason. */
export const NOT_REACHED: Readonly<{ [operationId: string]: string }> = {
  'log.policy': 'Nothing is served there before an operator has signed a policy, which needs witnesses.',
};
