import { findJava } from './java.ts';
import { canResolveJars } from './jars.ts';

/** Whether a broker can be started here: Java is installed, and Maven is or has fetched Kafka before. */
export async function kafkaIsAtHand(): Promise<boolean> {
  const [java, jars] = await Promise.allSettled([findJava(), canResolveJars()]);
  return java.status === 'fulfilled' && jars.status === 'fulfilled' && jars.value;
}
