# What both stand-ins for servers are made of.
FROM debian
RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends default-jre-headless postgresql-client-15 > /dev/null \
  && apt-get clean && useradd --uid 999 --home-dir /var/lib/postgresql postgres
COPY postgres-entrypoint kafka-entrypoint /usr/local/bin/
COPY kafka-broker-api-versions.sh /opt/kafka/bin/
