import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

/** For a group with one member that wants one partition of each topic, and leaves the others unread. */
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
