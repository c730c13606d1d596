import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

/** Partition assigner of a group with one member, which reads one partition of each topic only. */
export function ownPartition(partition: number): PartitionAssigner {
  const name = `own-partition-${partition}`;
  return () => ({
    name,
    version: 1,
    assign({ members, topics }) {
      const assignment = Object.fromEntries(topics.map((topic) => [topic, [partition]]));
      const memberAssignment = AssignerProtocol.MemberAssignment.encode({
        version: 1,
        assignment,
        userData: Buffer.alloc(0),
      });
      return Promise.resolve(members.map(({ memberId }) => ({ memberId, memberAssignment })));
    },
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
  });
}
