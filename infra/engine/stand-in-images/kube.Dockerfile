FROM debian
COPY kube /usr/local/bin/
CMD ["sleep", "infinity"]
