FROM servers
COPY kafka /opt/kafka/libs/
ENTRYPOINT ["kafka-entrypoint"]
